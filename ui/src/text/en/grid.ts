import { say } from "..";
import grid from "./grid.json";

say({ grid });
