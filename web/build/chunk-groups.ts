import type { Rolldown } from 'vite'

/**
 * Which modules share a file. Many small files cost more than they spare: each compresses by itself. Public pages have
 * a budget of 120 KB of script (scripts/page-budget.ts): `core` is in all of them, signing in adds `form-rules`,
 * `fields` and `entry`, a creator's page `content`. A module belongs to the first group that fits; the rest, Vite
 * divides by page. One schema in `core-parts` or `content` brings zod to every page that loads the group.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // What every page is made of, and the small parts that nearly all of them show.
  { name: 'core', tags: ['$initial'] },
  {
    name: 'core-parts',
    test: anyOf(
      /node_modules\/@tanstack\//,
      /contract\/(dates|locale|money|creators\/(failures|messages)|plans\/pricing)\b/,
      /web\/api\//,
      /web\/features\/(recently-visited\/|form\/use-is-hydrated)/,
      /web\/ui\/(avatar|badge|banner|card|icon-button|page-header)\b/,
    ),
    minShareCount: 2,
  },
  // Those that no visitor of a creator's page or of Explore is shown.
  {
    name: 'icons-of-members',
    test: /lucide-react\/.+\/(arrow-left|chevron-down|circle-x|download|eye|eye-off|gauge|hand-coins|heart|image-up|mail-check|pause)\.mjs/,
    minShareCount: 2,
  },
  { name: 'icons', test: /node_modules\/lucide-react\/|web\/ui\/lucide-icon\b/, minShareCount: 2 },
  {
    name: 'form-rules',
    test: anyOf(
      /node_modules\/zod\//,
      /contract\/(fields|accounts\/rules)\b/,
      /web\/features\/(form\/field-errors|sign-in\/entry-rules)\b/,
    ),
  },
  { name: 'fields', test: /web\/ui\/(field|text-field|focus-first-invalid)\b/ },
  {
    name: 'entry',
    test: anyOf(
      /web\/features\/(form|sign-in|shell\/entry-frame)\b/,
      /web\/ui\/(checkbox|password-field|divider)\b/,
    ),
  },
  {
    name: 'content',
    test: anyOf(
      /contract\/(creators|media|plans|posts)\/routes\b/,
      // Of what the editors and dialogs say, readers need none.
      /contract\/(creators|plans)\/messages\b/,
      /web\/features\/(post-card|plan-badge|relative-time)\//,
      // Posts link to the plans; the cards themselves are the creator page's.
      /web\/features\/plan-cards\/(membership-section|plan-price|join-path)\b/,
      // Not what a player brings once the page stands.
      /web\/features\/media\/(duration|embed-frame|messages|once-hydrated|picture|placement|post-media|sound|sources|video)\.tsx?$/,
      /web\/ui\/(skeleton|empty-state|error-state|segmented-toggle)\b/,
    ),
    // What a single page uses stays with that page.
    minShareCount: 2,
  },
]

function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'))
}
