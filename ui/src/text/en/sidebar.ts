import { say } from "..";
import sidebar from "./sidebar.json";

say({ sidebar });
