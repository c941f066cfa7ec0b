"""What the servers share: a limit on a rate, and the address in a local network."""

import socket
import time
from collections.abc import Callable


class Bucket:
    """A limit on a rate: `burst` at once, `rate` a second in the long run.

    >>> bucket = Bucket(rate=1, burst=2, clock=lambda: 0.0)
    >>> bucket.takes(2), bucket.takes(1)
    (True, False)
    """

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst = rate, burst
        self._clock = clock
        self._left, self._since = burst, clock()

    def takes(self, amount: float) -> bool:
        """Spend an amount of the budget and return True; return False, and spend nothing, if not enough is left."""
        now = self._clock()
        self._left = min(self.burst, self._left + (now - self._since) * self.rate)
        self._since = now
        if amount > self._left:
            return False
        self._left -= amount
        return True


def lan_address() -> str:
    """Return the address of this computer in its local network; connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.168.255.255", 9))
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])
