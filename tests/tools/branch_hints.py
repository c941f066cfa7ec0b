"""Note in a WebAssembly file which branches are rarely taken, so that browsers lay out their machine code by it.

clang lays out machine code by the profile of typical games, but writes nothing of it into a WebAssembly file. Here the
file counts its own branches while it plays (`counting`), and `hinted` writes the section `metadata.code.branch_hint`.

References:
    WebAssembly Community Group, Branch Hinting; WebAssembly Core Specification, chapter 5 (Binary Format).
"""

from collections.abc import Iterator, Sequence

RARE = 0.02  # of the times a branch is come to
CUSTOM, TYPES, FUNCTIONS, GLOBALS, EXPORTS, CODE = 0, 1, 3, 6, 7, 10  # sections
IF, BR_IF, BR_TABLE, SELECT_TYPED, F32_CONST, F64_CONST, PREFIX = 0x04, 0x0D, 0x0E, 0x1C, 0x43, 0x44, 0xFC
PLAIN = {0x00, 0x01, 0x05, 0x0B, 0x0F, 0x1A, 0x1B, *range(0x45, 0xC5)}  # instructions without a number after them
# How many numbers stand after the others; after `PREFIX`, by the number that comes next.
NUMBERS = dict.fromkeys((2, 3, 4, 0x0C, 0x0D, 0x10, *range(0x20, 0x25), 0x3F, 0x40, 0x41, 0x42), 1)
NUMBERS |= dict.fromkeys((0x11, *range(0x28, 0x3F)), 2)
PREFIXED = dict.fromkeys(range(8), 0) | {10: 2, 11: 1}
NAME = b"metadata.code.branch_hint"
Counts = Sequence[tuple[int, int]]  # of each branch: how often its condition was 0, how often it was come to


def number(data: bytes, at: int) -> tuple[int, int]:
    """Return the number (LEB128, unsigned) at a place, and the place after it."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def encoded(value: int) -> bytes:
    """Return a number in LEB128, unsigned."""
    found = bytearray()
    while value >= 0x80:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*found, value])


def vector(items: Sequence[bytes]) -> bytes:
    return encoded(len(items)) + b"".join(items)


def named(name: bytes) -> bytes:
    return encoded(len(name)) + name


def sections(module: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield kind and content of each section."""
    at = 8
    while at < len(module):
        length, begin = number(module, at + 1)
        yield module[at], module[begin : begin + length]
        at = begin + length


def joined(module: bytes, parts: Sequence[tuple[int, bytes]]) -> bytes:
    return module[:8] + b"".join(bytes([kind]) + named(content) for kind, content in parts)


def after(body: bytes, at: int) -> int:
    """Return the place after the instruction at a place. Raises ValueError for one that the rules have no use for."""
    code = body[at]
    at += 1
    count = NUMBERS.get(code, 0)
    if code == BR_TABLE:
        count, at = number(body, at)
        count += 1
    elif code == PREFIX:
        second, at = number(body, at)
        count = PREFIXED[second]
    elif code in (F32_CONST, F64_CONST):
        return at + (4 if code == F32_CONST else 8)
    elif code not in PLAIN and code not in NUMBERS:
        raise ValueError(f"instruction {code:#x}")
    for _ in range(count):
        at = number(body, at)[1]
    return at


def bodies(code: bytes) -> Iterator[bytes]:
    """Yield the functions of a code section: their locals, then their instructions."""
    count, at = number(code, 0)
    for _ in range(count):
        length, at = number(code, at)
        yield code[at : at + length]
        at += length


def first_instruction(body: bytes) -> tuple[int, int]:
    """Return the number of locals that a function declares, and the place of its first instruction."""
    groups, at = number(body, 0)
    total = 0
    for _ in range(groups):
        count, at = number(body, at)
        total, at = total + count, at + 1
    return total, at


def branches(body: bytes) -> Iterator[int]:
    """Yield the place of each conditional branch."""
    at = first_instruction(body)[1]
    while at < len(body):
        if body[at] in (IF, BR_IF):
            yield at
        at = after(body, at)


def parameters(content: dict[int, bytes]) -> list[int]:
    """Return how many parameters each function has."""
    count, at = number(content[TYPES], 0)
    by_type = []
    for _ in range(count):
        taken, at = number(content[TYPES], at + 1)
        results, at = number(content[TYPES], at + taken)
        by_type.append(taken)
        at += results
    count, at = number(content[FUNCTIONS], 0)
    found = []
    for _ in range(count):
        kind, at = number(content[FUNCTIONS], at)
        found.append(by_type[kind])
    return found


def counting(module: bytes) -> tuple[bytes, int]:
    """Return the module with two exported globals a branch, `count0`, `count1`, ..., and the number of branches."""
    parts = list(sections(module))
    content = dict(parts)
    own, globals_at = number(content[GLOBALS], 0)
    counter, made = own, []
    for body, taken in zip(bodies(content[CODE]), parameters(content), strict=True):
        declared, last = first_instruction(body)
        groups, groups_at = number(body, 0)
        condition = encoded(taken + declared)  # one local more, an i32
        new = encoded(groups + 1) + body[groups_at:last] + b"\x01\x7f"
        for at in branches(body):
            zero, all_times = encoded(counter), encoded(counter + 1)
            new += (
                body[last:at] + b"\x22" + condition + b"\x45\xad\x23" + zero + b"\x7c\x24" + zero
            )  # += condition == 0
            new += b"\x23" + all_times + b"\x42\x01\x7c\x24" + all_times + b"\x20" + condition  # += 1
            last, counter = at, counter + 2
        made.append(named(new + body[last:]))
    more = counter - own
    exports, exports_at = number(content[EXPORTS], 0)
    names = b"".join(named(f"count{i}".encode()) + b"\x03" + encoded(own + i) for i in range(more))
    changed = {
        GLOBALS: encoded(counter) + content[GLOBALS][globals_at:] + b"\x7e\x01\x42\x00\x0b" * more,
        EXPORTS: encoded(exports + more) + content[EXPORTS][exports_at:] + names,
        CODE: vector(made),
    }
    return joined(module, [(kind, changed.get(kind, each)) for kind, each in parts]), more // 2


def hinted(module: bytes, counts: Counts) -> bytes:
    """Return the module with hints for the branches that nearly always go the same way."""
    left, functions = iter(counts), []
    for index, body in enumerate(bodies(dict(sections(module))[CODE])):
        hints = []
        for at in branches(body):
            zero, times = next(left)
            if times and min(zero, times - zero) <= RARE * times:
                hints.append(encoded(at) + b"\x01" + bytes([zero < times - zero]))
        if hints:
            functions.append(encoded(index) + vector(hints))
    found = list(sections(module))
    place = [kind for kind, _ in found].index(CODE)  # hints stand before the code
    found.insert(place, (CUSTOM, named(NAME) + vector(functions)))
    return joined(module, found)
