// Keeps the styles of the pages out of formulas: KaTeX has class names of its own, `text` and `base` among them.
// Every selector gets a condition on what it selects that all browsers know; `@scope` is too new for some in use.
import postcss from 'postcss';
import selectorParser from 'postcss-selector-parser';

const { isCombinator, isPseudoElement, pseudo } = selectorParser;
/**
 * What a formula inherits is set on `.katex` itself, which is the last element in reach. The condition adds no
 * specificity, so which rule wins is as it was written.
 */
const condition = ':where(:not(.katex *))';

/** The condition belongs to the last compound, before its pseudo-elements. */
const guarded = selectorParser((selectors) => {
  selectors.each((selector) => {
    const compound = selector.nodes.findLastIndex(isCombinator) + 1;
    const element = selector.nodes.slice(compound).find(isPseudoElement);
    const guard = pseudo({ value: condition });
    if (element === undefined) selector.append(guard);
    else selector.insertBefore(element, guard);
  });
});

/** `0%` and `to` of an animation select no elements. */
const isKeyframe = ({ parent }) => parent?.type === 'atrule' && /keyframes$/i.test(parent.name);

/** The same styles, of which none reaches into a formula. */
export function outsideFormulas(css) {
  const sheet = postcss.parse(css);
  sheet.walkRules((rule) => {
    if (!isKeyframe(rule)) rule.selector = guarded.processSync(rule.selector);
  });
  return sheet.toString();
}
