// A chart as a picture to keep: on white whatever the window looks like, with its title, in print's size.
import { t } from "../text";
import type { Facts, Kind } from "./chart";
import { type Look, offScreen } from "./vega";
import "../text/en/answerMore";

/** The colours of the light window (`tokens.css`): a picture is pasted into pages that are white. */
const PAPER: Look = {
  ink: "#1c2421",
  quiet: "#4c5852",
  line: "#dfdad0",
  ground: "#ffffff",
  faint: "#f7f5f0",
  colours: ["#0b6557", "#a65a00", "#2f5f9e", "#9a3460", "#5b6b12", "#5b5f63", "#8650b8", "#0d8a86"],
  font: '"Helvetica Neue", Arial, "Liberation Sans", "DejaVu Sans", sans-serif',
};
const WIDTH = 860;
/** Dots for each pixel, so that it is sharp in print and on fine screens. */
const SCALE = 2;
/** Letters of a title's line. */
const TITLE = 80;

/** A chart as it is drawn on screen. */
export interface Drawn {
  title: string;
  facts: Facts;
  kind: Kind;
}

const view = ({ title, facts, kind }: Drawn) => offScreen(facts, kind, inLines(title), WIDTH, PAPER);

export async function svg(drawn: Drawn): Promise<string> {
  const made = await view(drawn);
  const text = await made.toSVG();
  made.finalize();
  return text;
}

export async function png(drawn: Drawn): Promise<Blob> {
  const made = await view(drawn);
  const canvas = await made.toCanvas(SCALE);
  made.finalize();
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error(t("answer.picture.empty")))),
      "image/png",
    ),
  );
}

function inLines(title: string): string[] {
  const lines: string[] = [];
  for (const word of title.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < TITLE) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
