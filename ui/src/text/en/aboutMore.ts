import { say } from "..";
import about from "./aboutMore.json";

say({ about });
