// The form of an activity on the teacher's page: its fields, a list of questions to search in, and what phones will show.

import { drawBlock, keepFocus, make, word } from "/files/blocks.js";

const MOST_FOUND = 12; // questions that a search lists
const WAIT = 250; // milliseconds without a key before the preview is asked for
const typed = {}; // what stands in the fields, by activity
const previews = {}; // what phones would show at first, by activity
const searched = {}; // what is searched for, and which group is chosen, by activity

const isPicker = ({ among }) => among.some(([, , group]) => group);
const usual = (each) => Object.fromEntries(each.options.map(({ name, value }) => [name, value]));

/** What is sent: the chosen question alone, or what is typed of one's own. */
function meant(each, values) {
  const picker = each.options.find(isPicker);
  return picker && values[picker.name] ? { [picker.name]: values[picker.name] } : values;
}

/** Forget what phones would show: they say it in another language now. */
export const forgetPreviews = () => Object.keys(previews).forEach((name) => delete previews[name]);

export function form(each, act) {
  const values = (typed[each.name] ??= usual(each));
  const picker = each.options.find(isPicker);
  const made = make("form");
  const shown = preview(each, values, made, act);
  const draw = () => {
    const isOwn = !picker || (values[picker.name] === "" && !searched[each.name]?.text && !searched[each.name]?.group);
    const others = isOwn ? each.options.filter((option) => option !== picker) : [];
    made.replaceChildren(
      make("div", "fields", [
        ...(picker ? [pick(each.name, picker, values, choose)] : []),
        ...others.map((option) => make("label", "", [option.label, field(option, values)])),
        make("button", "main", word("start"), { type: "submit" }),
      ]),
      shown,
    );
  };
  const choose = (value) => {
    Object.assign(values, usual(each), { [picker.name]: value }); // a chosen question leaves one's own
    keepFocus(made, () => (draw(), made));
    made.dispatchEvent(new Event("input"));
  };
  draw();
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    act({ act: "start", activity: each.name, options: meant(each, values) }, () => {
      if (!each.previews) return;
      for (const kept of [typed, previews, searched]) delete kept[each.name]; // it has been used
    });
  });
  return made;
}

/** A list of questions by group: a group first, then its questions in full; or what a search finds. */
function pick(activity, { name, label, among }, values, choose) {
  const groups = [...new Set(among.map(([, , group]) => group).filter(Boolean))];
  const at = (searched[activity] ??= { text: "", group: among.find(([value]) => value && value === values[name])?.[2] ?? "" });
  const list = make("div", "found", [], { role: "radiogroup", ariaLabel: label });
  const one = ([value, said, group]) => {
    const box = make("input", "", [], { type: "radio", name: `${activity}.${name}`, value, checked: values[name] === value });
    box.addEventListener("change", () => ((at.group = group), choose(value)));
    return make("label", "tick", [box, make("span", "", [at.text ? make("small", "", group) : "", said])]);
  };
  const draw = () => {
    const wanted = at.text.toLowerCase().split(/\s+/).filter(Boolean);
    const has = ([value, said, group]) => value && wanted.every((part) => `${group} ${said}`.toLowerCase().includes(part));
    const fits = wanted.length ? among.filter(has) : among.filter(([value, , group]) => value && group === at.group);
    const more = fits.length > MOST_FOUND ? [make("small", "", word("found_more").replace("@", fits.length - MOST_FOUND))] : [];
    list.replaceChildren(...fits.slice(0, MOST_FOUND).map(one), ...more, ...(wanted.length && !fits.length ? [make("small", "", word("found_none"))] : []));
  };
  const search = make("input", "", [], { type: "search", name: "search", value: at.text, autocomplete: "off", placeholder: word("search"), ariaLabel: word("search") });
  search.addEventListener("input", (event) => {
    const wasEmpty = !at.text;
    at.text = search.value;
    if (wasEmpty === Boolean(at.text)) values[name] || choose("");
    draw();
    event.stopPropagation();
  });
  const chosen = make("select", "", [make("option", "", among[0][1], { value: "" }), ...groups.map((group) => make("option", "", group, { value: group }))], { name, ariaLabel: label });
  chosen.value = at.group;
  chosen.addEventListener("change", () => {
    Object.assign(at, { text: "", group: chosen.value });
    const own = among.filter(([value, , group]) => value && group === at.group);
    choose(own.length === 1 ? own[0][0] : "");
  });
  draw();
  return make("div", "pick", [make("label", "", [label, chosen]), search, list]);
}

/** What phones will show, and the script, a moment after something is chosen or typed; folded, the answer for the teacher alone. */
function preview({ name }, values, about, act) {
  const made = make("section", "preview");
  const draw = ({ preview: shown, key, script } = { preview: {}, key: {}, script: "" }) => {
    previews[name] = { preview: shown, key, script };
    const blocks = (found, of) => Object.entries(found).map(([each, block]) => drawBlock(block, `${of}.${each}`, () => {}));
    const phone = make("div", "phone", blocks(shown, "preview"), { inert: true });
    const answer = Object.keys(key).length ? make("details", "", [make("summary", "", word("show_me")), ...blocks(key, "key")]) : "";
    const steps = script ? [make("h2", "", word("script")), make("p", "steps", script)] : [];
    made.replaceChildren(...(Object.keys(shown).length ? [make("h2", "", word("preview")), phone, answer].filter(Boolean) : []), ...steps);
  };
  let waits = 0;
  about.addEventListener("input", () => {
    clearTimeout(waits);
    waits = setTimeout(() => {
      const asked = JSON.stringify(values);
      const shown = (found) => asked === JSON.stringify(values) && draw(found);
      act({ act: "preview", activity: name, options: { ...values } }, shown, () => {}); // "Start" says what is wrong
    }, WAIT);
  });
  const isForgotten = !previews[name];
  draw(previews[name]);
  if (isForgotten) about.dispatchEvent(new Event("input"));
  return made;
}

/** The field of one option: a list, a tick, a number or a text. */
function field(option, values) {
  const { name, among, value, low, high, is_long: isLong } = option;
  let made;
  if (among.length) made = make("select", "", among.map(([each, label]) => make("option", "", label, { value: each })), { name, value: values[name] });
  else if (typeof value === "boolean") made = make("input", "", [], { name, type: "checkbox", checked: values[name] });
  else if (typeof value === "number") made = make("input", "", [], { name, type: "number", min: low, max: high, step: "any", value: values[name] });
  else made = make(isLong ? "textarea" : "input", "", [], { name, value: values[name], maxLength: 400, ...(isLong ? { rows: 2 } : {}) });
  made.addEventListener("input", () => (values[name] = made.type === "checkbox" ? made.checked : made.value));
  return made;
}
