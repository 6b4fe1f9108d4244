/**
 * How long a regular expression could take, told from its text: the ways in which it could be tried from one
 * place of a prompt. The hook has no means to stop a pattern that runs, so the ones that could are refused before.
 */

/** What an open repetition counts: no longer text is ever tried. */
const OPEN = 4000;
/** White space comes one at a time in what the patterns see. */
const OPEN_SPACE = 2;
/** One open repetition and 25 alternatives, or several short repetitions. The worst of these takes about a second, common ones a few ms. */
export const MAX_WAYS = OPEN * 25;

const TOKEN =
  /(?<quantifier>[*+?]\??|\{(?<min>\d+)(?<comma>,(?<max>\d*))?\}\??)|(?<open>\((?:\?(?:<?[=!]|:|<[^>]+>))?)|(?<close>\))|(?<or>\|)|(?<atom>\\(?:[pPu]\{[^}]*\}|k<[^>]*>|.)|\[(?:\\.|[^\]\\])*\]|.)/gsu;

/** A group that is being read: ways of the finished alternatives, of the current one up to its last item, and of that item. */
interface Frame {
  sum: number;
  product: number;
  last: number;
  space: boolean;
}

const newFrame = (): Frame => ({ sum: 0, product: 1, last: 1, space: false });
const total = ({ sum, product, last }: Frame): number => sum + product * last;

/** Infinity for a repetition of what itself can match in several ways, as in (a+)+. The pattern must be a valid one. */
export function countWays(pattern: string): number {
  const outer: Frame[] = [];
  let frame = newFrame();
  for (const { groups = {}, 0: token } of pattern.matchAll(TOKEN)) {
    if (groups.quantifier !== undefined) frame.last = repeat(frame, groups);
    else if (groups.open !== undefined) {
      outer.push(frame);
      frame = newFrame();
    } else if (groups.or !== undefined) frame = { ...newFrame(), sum: total(frame) };
    else {
      const ways = groups.close === undefined ? 1 : total(frame);
      if (groups.close !== undefined) frame = outer.pop() ?? newFrame();
      frame.product *= frame.last;
      frame.last = ways;
      frame.space = token === " " || token === "\\s";
    }
  }
  return total(frame);
}

function repeat({ last, space }: Frame, { quantifier = "", min, comma, max }: Readonly<Record<string, string | undefined>>): number {
  const least = min === undefined ? (quantifier.startsWith("+") ? 1 : 0) : Number(min);
  const most = quantifier.startsWith("?") ? 1 : min !== undefined && comma === undefined ? least : max ? Number(max) : Number.POSITIVE_INFINITY;
  if (most <= 1) return least === most ? last : last + 1;
  if (last > 1) return most === Number.POSITIVE_INFINITY ? most : last ** most * (most - least + 1);
  if (most === Number.POSITIVE_INFINITY) return space ? OPEN_SPACE : OPEN;
  return most - least + 1;
}
