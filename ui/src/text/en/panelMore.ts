import { say } from "..";
import panel from "./panelMore.json";

say({ panel });
