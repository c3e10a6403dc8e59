/*
 * How much room to leave before it is known who looks. web/public/returning.js says in the document, before the first
 * paint, what this browser remembers; the names have to stay whole for Tailwind to find them.
 */

/** Shows the n-th place of the list only when that many pages were visited. */
export const VISIT_CLASS_NAMES: readonly string[] = [
  '[html:not([data-visits*="1"])_&]:hidden',
  '[html:not([data-visits*="2"])_&]:hidden',
  '[html:not([data-visits*="3"])_&]:hidden',
  '[html:not([data-visits*="4"])_&]:hidden',
  '[html:not([data-visits*="5"])_&]:hidden',
]

/** For what stands on the page of a creator whom this browser's member supports, and for what stands on others. */
export const FOR_MEMBERS_CLASS_NAME = '[html:not([data-member])_&]:hidden'
export const FOR_OTHERS_CLASS_NAME = '[html[data-member]_&]:hidden'
