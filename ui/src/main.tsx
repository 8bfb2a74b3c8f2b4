import { speak } from "./text";

// A screen is loaded only once its language is settled.
speak().then(() => import("./open"));
