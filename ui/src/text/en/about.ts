import { say } from "..";
import about from "./about.json";

say({ about });
