import { say } from "..";
import privacy from "./privacy.json";

say({ privacy });
