// A connection's colour. Each has its own shape, so that the mark tells the same without colours.
import type { Colour } from "../contract";
import { t } from "../text";
import { colourName } from "./words";
import "../text/en/connect";

const SHAPES: Record<Colour, string> = {
  red: "M5 1h6l4 4v6l-4 4H5l-4-4V5z",
  orange: "M8 1.300l7.200 13H.8z",
  yellow: "M8 .6 15.400 8 8 15.400.6 8z",
  green: "M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1z",
  teal: "M8 .5c3.300 4 5.300 6.500 5.300 9.400a5.300 5.300 0 0 1-10.600 0C2.700 7 4.700 4.500 8 .5z",
  blue: "M2 2h12v12H2z",
  violet: "M8 .8l6.300 3.600v7.200L8 15.200l-6.300-3.600V4.400z",
  grey: "M5.500 1h5v4.500H15v5h-4.500V15h-5v-4.500H1v-5h4.500z",
};

export function ColourMark({
  colour,
  size = 12,
  named = true,
}: {
  colour: Colour;
  size?: number;
  named?: boolean;
}) {
  const shape = <path d={SHAPES[colour]} />;
  const drawn = {
    className: "colour-mark",
    "data-colour": colour,
    width: size,
    height: size,
    viewBox: "0 0 16 16",
  };
  if (!named)
    return (
      <svg {...drawn} aria-hidden="true">
        {shape}
      </svg>
    );
  return (
    <svg {...drawn} role="img" aria-label={t("connect.colour.mark", { colour: colourName(colour) })}>
      <title>{colourName(colour)}</title>
      {shape}
    </svg>
  );
}
