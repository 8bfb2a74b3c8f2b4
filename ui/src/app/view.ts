/** What the middle shows. */
export type View = "ask" | "about" | "explore" | "settings" | "faster" | "pins";
