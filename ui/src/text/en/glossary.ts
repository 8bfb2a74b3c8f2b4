import { say } from "..";
import glossary from "./glossary.json";

say({ glossary });
