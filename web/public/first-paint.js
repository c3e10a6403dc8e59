/*
 * Runs before the first paint of every page, and puts the theme that was chosen in this browser (web/features/theme) on
 * the document; without a choice the system's counts. Here and not on the server, so that a page is the same bytes for
 * everyone. Other open pages follow at once.
 *
 * The app itself begins after the first paint: reading its scripts would hold up the page that is already there.
 */
{
  const COLORS = { light: '#fbfaf6', dark: '#11120f' }
  const root = document.documentElement
  const bars = [...document.querySelectorAll('meta[name=theme-color]')].map((bar) => [bar, bar.content])

  function applyTheme() {
    let theme = null
    try {
      theme = localStorage.getItem('theme')
    } catch {
      // Storage is blocked: nothing can have been chosen.
    }
    const color = COLORS[theme]
    if (color) root.dataset.theme = theme
    else delete root.dataset.theme
    // What the browser paints before the styles are there, and around the page.
    document.querySelector('meta[name=color-scheme]').content = color ? theme : 'light dark'
    for (const [bar, ofSystem] of bars) bar.content = color ?? ofSystem
  }

  applyTheme()
  addEventListener('storage', applyTheme)
  addEventListener('themechange', applyTheme)
}

{
  // None in development, where Vite starts the app itself.
  const { entry } = document.currentScript.dataset
  let hasBegun = false

  function begin() {
    if (hasBegun || !entry) return
    hasBegun = true
    // The others that the page needs, at the same time.
    for (const link of document.querySelectorAll('link[rel=after-paint]')) link.rel = 'modulepreload'
    // Whoever leaves before it is there is told nothing.
    import(entry).catch(() => null)
  }

  // A tab in the background paints nothing, and a browser may say nothing of its paints.
  if (document.visibilityState === 'hidden' || !PerformanceObserver.supportedEntryTypes?.includes('paint'))
    addEventListener('DOMContentLoaded', begin)
  else {
    new PerformanceObserver((paints) => {
      if (paints.getEntriesByName('first-contentful-paint').length > 0) onceParsed(begin)
    }).observe({ type: 'paint', buffered: true })
    addEventListener('DOMContentLoaded', () => setTimeout(begin, 1000))
  }

  function onceParsed(act) {
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', act)
    else act()
  }
}
