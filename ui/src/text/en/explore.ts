import { say } from "..";
import explore from "./explore.json";

say({ explore });
