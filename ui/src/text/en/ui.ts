import { say } from "..";
import ui from "./ui.json";

say({ ui });
