// The menu's min-w-56 and a margin to the screen's edge, in CSS pixels.
const narrowestMenu = 224
const gap = 6
const screenMargin = 8

/**
 * Puts a menu at its button before it is shown. It has no size yet then, so it is anchored at the nearer edges and
 * limited to the available space; it changes side only if that side is short and the other is longer.
 */
export function placeMenu(
  popup: HTMLElement | null,
  button: HTMLElement | null,
  align: 'start' | 'end',
  side: 'bottom' | 'top',
): void {
  if (!popup || !button) return
  const box = button.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const roomAbove = box.top - gap - screenMargin
  const roomBelow = clientHeight - box.bottom - gap - screenMargin
  const enough = 320
  const isBelow =
    side === 'bottom'
      ? roomBelow >= enough || roomBelow >= roomAbove
      : roomAbove < enough && roomBelow > roomAbove
  const hangsRight =
    align === 'end' ? box.right > narrowestMenu : clientWidth - box.left < narrowestMenu + screenMargin

  // Through the CSSOM, which the content security policy allows, unlike style attributes.
  popup.style.top = isBelow ? `${box.bottom + gap}px` : 'auto'
  popup.style.bottom = isBelow ? 'auto' : `${clientHeight - box.top + gap}px`
  popup.style.right = hangsRight ? `${Math.max(screenMargin, clientWidth - box.right)}px` : 'auto'
  // In the middle of a phone there is room for it on neither side.
  const latestLeft = clientWidth - narrowestMenu - screenMargin
  popup.style.left = hangsRight ? 'auto' : `${Math.max(screenMargin, Math.min(box.left, latestLeft))}px`
  popup.style.maxHeight = `${isBelow ? roomBelow : roomAbove}px`
}
