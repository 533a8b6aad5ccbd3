// Taking along: the address, the moves, pictures, vectors, reports; and bringing in.
import { post } from "./api.js";
import { byId } from "./dom.js";

const SCALE = 2;

/** Offer a file to be saved. */
export const save = (name, content, type) => {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
};

/** Copy a text, or show it to be copied by hand. */
export const copy = async (text, told) => {
  byId("text-out").hidden = true;
  try {
    await navigator.clipboard.writeText(text);
    told("Copied.");
  } catch {
    byId("text-out").hidden = false;
    byId("out").value = text;
    byId("out").select();
    told("The browser does not let this page copy: the text is below, selected.");
  }
};

/** Turn a complete SVG into a PNG. */
export const pixels = async (svg) => {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = SCALE * image.naturalWidth;
  canvas.height = SCALE * image.naturalHeight;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("this picture cannot be made a PNG"))), "image/png");
  });
};

/** Read moves from a text: numbers before moves, and commas after them, are left out. */
const movesIn = (text) =>
  text
    .split(/\s+/)
    .map((word) => word.replace(/^\d+\.+/, "").replace(/[,;]$/, "").replace(/^"|"$/g, ""))
    .filter(Boolean);

/**
 * Read what was pasted: JSON (a vector, a position, or a list of moves), or moves.
 * Returns `{line, action}`; raises what the referee says is wrong.
 */
export const brought = async (text, line) => {
  const { game, params, rulings } = line;
  let document;
  try {
    document = JSON.parse(text);
  } catch {
    return { line: { game, params, rulings, start: null, moves: movesIn(text) }, action: null };
  }
  if (Array.isArray(document) && document.every((each) => typeof each === "string")) {
    return { line: { game, params, rulings, start: null, moves: document }, action: null };
  }
  return post("/api/load", { document, game, params, rulings });
};
