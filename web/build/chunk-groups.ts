import type { Rolldown } from 'vite'

/**
 * Which modules share a file. Many small files cost more than they save, because each is compressed separately. Public
 * pages have a budget of 160 KB of script (scripts/page-budget.ts): `core` is in all of them, signing in adds
 * `form-rules`, `fields` and `entry`, a creator's page `content`. A module belongs to the first group that fits; Vite
 * divides the rest by page. One schema in `core-parts` or `content` brings zod to every page that loads the group.
 */
export function chunkGroups(iconGroup: Rolldown.CodeSplittingGroup['name']): Rolldown.CodeSplittingGroup[] {
  return [
    // The basis of every page, and the small parts that nearly all of them show.
    { name: 'core', tags: ['$initial'] },
    // Public pages change nothing and are told nothing, and import web/api/use-query.ts alone.
    {
      name: 'changes',
      test: anyOf(
        /query-core\/.+\/mutationObserver\b|react-query\/.+\/useMutation\b/,
        /web\/api\/(queries|realtime|use-mutation)\b|contract\/realtime\b/,
      ),
    },
    {
      name: 'core-parts',
      test: anyOf(
        /node_modules\/@tanstack\//,
        /contract\/(dates|language|locale|money|numbers|plural|rich-text|plans\/(price-messages|pricing))\b/,
        /web\/api\//,
        /web\/features\/(recently-visited\/|rich-text\/|form\/(once-hydrated|use-is-hydrated))/,
        /web\/ui\/(avatar|badge|card|icon-button|logo|page-header|skeleton|visually-hidden)\b/,
      ),
      minShareCount: 2,
    },
    // Used in members' menus, which load after their pages.
    { name: 'account', test: /web\/features\/shell\/(account-(face|items)|menu-messages)/ },
    // Forms show it.
    { name: 'banner', test: /web\/ui\/banner\b/, minShareCount: 2 },
    { name: iconGroup, debugName: 'icons', minShareCount: 2 },
    {
      name: 'form-rules',
      test: anyOf(
        /node_modules\/zod\//,
        /contract\/(fields|messages|http\/input-sentence|accounts\/rules|media\/crop-text)\b/,
        /web\/features\/(form\/field-errors|sign-in\/entry-rules)\b/,
      ),
    },
    {
      name: 'plan-choice',
      test: anyOf(
        /contract\/plans\/messages\b/,
        /web\/ui\/segmented-toggle\b/,
        /web\/features\/plan-cards\/(highlighted-plan|messages|plan-card|plan-list)\.tsx?$/,
      ),
    },
    { name: 'fields', test: /web\/ui\/(field|text-field|focus-first-invalid)\b/ },
    {
      name: 'entry',
      test: anyOf(/web\/features\/(form|sign-in)\b/, /web\/ui\/(checkbox|password-field|divider)\b/),
    },
    {
      name: 'content',
      test: anyOf(
        /contract\/(creators|media|plans|posts)\/routes\b/,
        /contract\/media\/picture-sizes\b|\/gallery-rows\b/,
        /web\/features\/(follow\/(messages|follow-path)|post-card|post-marks|plan-badge|relative-time|topics)\b/,
        // Posts link to the plans; the cards themselves are the creator page's.
        /web\/features\/plan-cards\/(membership-section|plan-price|join-path)\b/,
        /web\/features\/(adult-gate\/adult-confirmation|page-head\/members-only|plan-cards\/shortened)\b/,
        // Media come with the posts that contain them (web/rare-parts.ts); these name their kind.
        /web\/features\/media\/(duration|messages|placement)\.ts$/,
        /web\/ui\/(empty-state|error-state)\b/,
      ),
      // Modules used by a single page stay with that page.
      minShareCount: 2,
    },
  ]
}

function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'))
}
