import { say } from "..";
import faster from "./fasterMore.json";

say({ faster });
