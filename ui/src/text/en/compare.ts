import { say } from "..";
import compare from "./compare.json";

say({ compare });
