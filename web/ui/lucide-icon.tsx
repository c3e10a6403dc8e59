import { createElement, type SVGProps } from 'react'

/** An icon as its file in lucide-react describes it. */
interface IconData {
  size: number
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[]
}

/**
 * Replaces lucide-react's own function, which can also colour, scale and name icons at run time (2 KB). Ours get their
 * size and colour from a class, and are hidden from screen readers unless they have a name.
 */
function createLucideIcon({ size, node }: IconData) {
  return function Icon(props: SVGProps<SVGSVGElement>) {
    return createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: `0 0 ${size} ${size}`,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': 'aria-label' in props ? undefined : true,
        ...props,
      },
      ...node.map(([tag, { key, ...attributes }]) => createElement(tag, { key, ...attributes })),
    )
  }
}

// oxlint-disable-next-line import/no-default-export -- the files of lucide-react import it so.
export { createLucideIcon as default }
