// Marks of a message become elements; what the data says stays text.
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import i18next from "i18next";
import { Trans } from "./Trans";

i18next.addResourceBundle(
  "en",
  "translation",
  { trial: { kept: "Kept <b>{{name}}</b>, <q/> of {{count, figure}}" } },
  true,
);

it("marks are elements, and no name is read as one", () => {
  const told = createElement(Trans, {
    i18nKey: "trial.kept" as "common.save",
    values: { name: "<b>x</b> & {{count}}" },
    count: 2000,
    components: { b: createElement("b"), q: createElement("q", null, "who?") },
  });
  expect(renderToStaticMarkup(told)).toBe(
    "Kept <b>&lt;b&gt;x&lt;/b&gt; &amp; {{count}}</b>, <q>who?</q> of 2,000",
  );
});
