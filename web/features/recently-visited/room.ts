/*
 * How much space to reserve before the viewer is known. Before the first paint, web/public/returning.js writes into the
 * document what this browser remembers; the class names must stay whole for Tailwind to find them.
 */

/** Shows the n-th place of the list only if that many pages were visited. */
export const VISIT_CLASS_NAMES: readonly string[] = [
  '[html:not([data-visits*="1"])_&]:hidden',
  '[html:not([data-visits*="2"])_&]:hidden',
  '[html:not([data-visits*="3"])_&]:hidden',
  '[html:not([data-visits*="4"])_&]:hidden',
  '[html:not([data-visits*="5"])_&]:hidden',
]

/** For content on the pages of creators this browser's member supports, and for content on all others. */
export const FOR_MEMBERS_CLASS_NAME = '[html:not([data-member])_&]:hidden'
export const FOR_OTHERS_CLASS_NAME = '[html[data-member]_&]:hidden'
