import { say } from "..";
import panel from "./panel.json";

say({ panel });
