import { say } from "..";
import pipeline from "./pipeline.json";

say({ pipeline });
