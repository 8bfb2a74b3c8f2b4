import { say } from "..";
import explore from "./exploreMore.json";

say({ explore });
