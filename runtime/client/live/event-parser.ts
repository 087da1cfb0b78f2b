/** A block of an event stream, ended by an empty line. One without data only sets the last event id. */
export interface EventBlock {
  /** Empty if the block does not name it. */
  readonly type: string;
  /** Empty if the block has none. */
  readonly data: string;
  readonly id?: string;
  /** How long to wait before the next connection, in milliseconds. */
  readonly retry?: number;
}

/**
 * A parser of one `text/event-stream`, by the HTML standard, section "Interpreting an event stream". It is given the
 * bytes in parts of any size, and returns the blocks that each part completes.
 */
export function eventParser(): (bytes: Uint8Array) => readonly EventBlock[] {
  // Removes a byte order mark, and keeps the first bytes of a character until the others come.
  const decoder = new TextDecoder();
  let line = "";
  let endedInCr = false;
  let block: { type: string; data: string[]; id?: string; retry?: number } = { type: "", data: [] };

  /** @returns The block, if the line ends one. */
  const read = (text: string): EventBlock | undefined => {
    if (text === "") {
      const { data, ...others } = block;
      block = { type: "", data: [] };
      return { ...others, data: data.join("\n") };
    }
    const [, name, value = ""] = /^([^:]*)(?:: ?)?(.*)$/s.exec(text) ?? [];
    if (name === "event") block.type = value;
    else if (name === "data") block.data.push(value);
    else if (name === "id" && !value.includes("\0")) block.id = value;
    else if (name === "retry" && /^\d+$/.test(value)) block.retry = Number(value);
    return undefined;
  };

  return (bytes) => {
    let text = decoder.decode(bytes, { stream: true });
    if (text === "") return [];
    // A line that ends in CR has been read. The LF of a CRLF that was cut apart is not another line.
    if (endedInCr && text.startsWith("\n")) text = text.slice(1);
    endedInCr = text.endsWith("\r");
    const lines = text.split(/\r\n|\r|\n/);
    lines[0] = line + (lines[0] ?? "");
    line = lines.pop() ?? "";
    return lines.map(read).filter((each) => each !== undefined);
  };
}
