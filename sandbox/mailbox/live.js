// Swaps in the list from a fresh copy of this page when a mail arrives, and empties the mailbox on request.
const everyMs = 2000

function showEmptyButton() {
  const button = document.querySelector('[data-empty]')
  if (button) button.hidden = document.querySelector('.mails') === null
}

async function refresh() {
  if (document.hidden) return
  const response = await fetch(location.href)
  const fresh = new DOMParser()
    .parseFromString(await response.text(), 'text/html')
    .querySelector('[data-live]')
  const list = document.querySelector('[data-live]')
  if (!list || !fresh || fresh.dataset.live === list.dataset.live) return
  const focused = document.activeElement?.getAttribute('href')
  list.dataset.live = fresh.dataset.live
  // The status line stays the same element, so that its new text is announced.
  const status = list.querySelector('[role=status]')
  status.textContent = fresh.querySelector('[role=status]').textContent
  list.querySelector('.bar').nextElementSibling.replaceWith(fresh.querySelector('.bar').nextElementSibling)
  if (focused && !list.contains(document.activeElement)) {
    list.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus()
  }
  showEmptyButton()
}

async function emptyMailbox() {
  if (!confirm('Delete every mail in the local mailbox?')) return
  await fetch('/dev/mail', { method: 'DELETE' })
  location.assign('/dev/mail')
}

document.querySelector('[data-empty]')?.addEventListener('click', () => void emptyMailbox())
showEmptyButton()
// A restarting server misses a beat or two; the next one finds it again.
setInterval(() => refresh().catch(() => {}), everyMs)
