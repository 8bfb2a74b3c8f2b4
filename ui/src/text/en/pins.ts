import { say } from "..";
import pins from "./pins.json";

say({ pins });
