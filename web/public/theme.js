/*
 * Runs before the first paint of every page, and puts the theme that was chosen in this browser (web/features/theme) on
 * the document; without a choice the system's counts. Here and not on the server, so that a page is the same bytes for
 * everyone. Other open pages follow at once.
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
