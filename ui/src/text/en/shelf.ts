import { say } from "..";
import shelf from "./shelf.json";

say({ shelf });
