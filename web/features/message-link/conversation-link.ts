/** The address of a conversation, or of the first message to a page or person. */
export function conversationLink(
  conversationId: string | null,
  to: { pageHandle: string } | { userId: string },
): string {
  if (conversationId !== null) return `/messages/${conversationId}`
  const [name, value] = 'pageHandle' in to ? ['page', to.pageHandle] : ['person', to.userId]
  return `/messages/new?${new URLSearchParams({ [name]: value }).toString()}`
}
