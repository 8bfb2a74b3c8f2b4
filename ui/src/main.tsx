import { speak } from "./text";

// A screen is loaded only once its language is settled; where German cannot be read, English is there.
speak()
  .catch(() => undefined)
  .then(() => import("./open"));
