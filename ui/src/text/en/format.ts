import { say } from "..";
import format from "./format.json";

say({ format });
