// The screen of a terminal: what stands in its lines after the bytes of a program, as far as our programs go.
export interface Screen {
  write(text: string): void;
  /** The lines, without blanks at their ends. */
  lines(): string[];
}

const control = /^\x1b\[(\d*)([A-Za-z])/;

export function createScreen(columns: number, rows: number): Screen {
  const blank = (): string[] => Array.from({ length: columns }, () => ' ');
  const cells = Array.from({ length: rows }, blank);
  let row = 0;
  let column = 0;
  const newLine = (): void => {
    row += 1;
    if (row < rows) return;
    cells.shift();
    cells.push(blank());
    row = rows - 1;
  };
  const put = (character: string): void => {
    if (column === columns) {
      column = 0;
      newLine();
    }
    cells[row]![column] = character;
    column += 1;
  };
  const obey = (count: number, command: string): void => {
    if (command === 'A') row = Math.max(0, row - count);
    else if (command === 'B') row = Math.min(rows - 1, row + count);
    else if (command === 'G') column = count - 1;
    else if (command === 'K') cells[row]!.fill(' ', count === 2 ? 0 : column);
    else if (command === 'J') for (let at = row; at < rows; at += 1) cells[at] = blank();
  };
  return {
    write(text) {
      for (let at = 0; at < text.length; at += 1) {
        const found = control.exec(text.slice(at, at + 8));
        if (found !== null) {
          const usual = found[2] === 'K' ? 0 : 1;
          obey(found[1] === '' ? usual : Number(found[1]), found[2]!);
          at += found[0].length - 1;
        } else if (text[at] === '\n') newLine();
        else if (text[at] === '\r') column = 0;
        else put(text[at]!);
      }
    },
    lines: () => cells.map((line) => line.join('').trimEnd()),
  };
}
