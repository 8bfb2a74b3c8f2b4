"""Trees as `src-tauri/reader/rank/trees.rs` reads them."""


def written(model, names, made, base=0.0):
    """The text of a LightGBM model; `base` is added to every sum. Only features that decide something are named."""
    trees = [t["tree_structure"] for t in model.dump_model()["tree_info"]]
    used = sorted({f for t in trees for f in features(t)})
    number = {f: i for i, f in enumerate(used)}
    lines = [f"# {made}"] + [f"name\t{names[f]}" for f in used]
    if base:
        lines.append(f"tree\t{base:.5g}")
    lines += ["tree\t" + " ".join(nodes(t, number)) for t in trees if "split_feature" in t]
    return "\n".join(lines) + "\n"


def features(node):
    if "split_feature" not in node:
        return set()
    return {node["split_feature"]} | features(node["left_child"]) | features(node["right_child"])


def nodes(node, number):
    if "split_feature" not in node:
        return [f"{node['leaf_value']:.4g}"]
    # Thresholds lie just above or between values that occur; ten digits keep them there.
    here = f"{number[node['split_feature']]}:{node['threshold']:.10g}"
    return [here] + nodes(node["left_child"], number) + nodes(node["right_child"], number)
