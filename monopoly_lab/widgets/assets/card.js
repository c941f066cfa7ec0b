// The card with what is asked: how large its letters are.

const LARGE = [1.3, 1.2, 1.1]; // shares of the usual size of letters on it, where little is said, as before a throw
const USUAL = [1, 0.95, 0.9, 0.85];
const SMALL = [0.8, 0.75]; // on a phone, where the usual ones are larger
const [CLOSER, WIDER] = [0.7, 1.1]; // the least that heights change by with narrow letters on close lines, and back

const SIZES = [...LARGE, ...USUAL].map((share) => ({ share })).concat(USUAL.map((share) => ({ share, close: true })));
const PHONE_SIZES = [false, true].flatMap((close) => [...USUAL, ...SMALL].map((share) => ({ share, close })));

/** Of its height now the least that what is said may take in other letters: lines may get shorter, or only lower. */
function least(now, then) {
  const larger = then.share / now.share;
  const lines = !now.close && then.close ? CLOSER : now.close && !then.close ? WIDER : 1;
  return lines * (larger > 1 ? larger : larger * larger);
}

/** Keep the card in the largest letters in which all of it is seen at once; `squeeze` looks, `leave` ends it. */
function cardLetters(root) {
  const deciding = root.querySelector(".ml-deciding");
  let lettering = null; // how the card is set
  let fitted = "";
  const size = () => [deciding.clientWidth, deciding.clientHeight].join(" ");
  const set = (wanted) => {
    lettering = wanted;
    deciding.style.setProperty("--ml-squeeze", lettering.share);
    deciding.parentNode.toggleAttribute("data-crowded", Boolean(lettering.close));
  };
  /** A look at each size costs a layout. */
  const squeeze = () => {
    const phone = root.dataset.place === "phone";
    const sizes = phone ? PHONE_SIZES : SIZES;
    const room = deciding.clientHeight;
    const overflows = () => deciding.scrollHeight > room + 1;
    if (deciding.querySelector("[data-steady]") && fitted === size() && !overflows()) return; // nothing moves while it is asked
    const told = deciding.querySelector(".ml-told");
    const fits = ({ share }) => !overflows() && !(share > 1 && told && told.scrollHeight > told.clientHeight + 1);
    let [first, best] = [0, sizes.length - 1]; // of those that may fit, and the largest that does
    let n = sizes.indexOf(lettering);
    if (n < 0) set(sizes[(n = sizes.findIndex(({ share }) => share === 1))]);
    while (n >= 0) {
      if (lettering !== sizes[n]) set(sizes[n]);
      if (fits(sizes[n])) best = n;
      else first = n + 1;
      const heights = [...deciding.children].map((each) => each.offsetHeight);
      const now = phone ? heights.reduce((a, b) => a + b) : Math.max(...heights);
      const here = sizes[n];
      n = sizes.findIndex((each, k) => k >= first && k < best && now * least(here, each) <= room + 1);
    }
    if (lettering !== sizes[best]) set(sizes[best]);
    fitted = size();
  };
  const resized = new ResizeObserver(() => size() !== fitted && squeeze());
  resized.observe(root.querySelector(".ml-card"));
  deciding.addEventListener("toggle", squeeze, true); // a form that unfolds
  return { squeeze, leave: () => resized.disconnect() };
}
