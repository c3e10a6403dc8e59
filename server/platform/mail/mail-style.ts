/*
 * How mails look. The colours are those of web/ui/tokens.css, written as every mail program understands them: in
 * attributes for all, and in a style sheet for those that have a dark theme and ask which colours belong to it.
 */

/** What stands in `style` attributes: the light theme, which is also that of programs that know only one. */
export const plain = {
  page: "margin:0;background:#fbfaf5;color:#20241d;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;overflow-wrap:anywhere",
  card: 'max-width:520px;background:#ffffff;border:1px solid #dfddd5;border-radius:16px',
  line: '1px solid #dfddd5',
  brand: 'color:#0f5136',
  soft: 'color:#4a4d45',
  small: 'font-size:13px;color:#4a4d45',
  row: 'padding:10px 0;border-top:1px solid #dfddd5;vertical-align:baseline',
  label: 'padding-inline-end:16px;white-space:nowrap',
  /** Figures line up, and line breaks of a person's own text are kept. */
  value: 'font-weight:500;font-variant-numeric:tabular-nums;white-space:pre-line',
  about: 'margin:8px 0 16px;padding:16px 0 4px;border-top:1px solid #dfddd5;border-bottom:1px solid #dfddd5',
  picture: 'display:block;width:100%;height:auto;border-radius:12px;margin:0 0 16px',
  title: 'margin:0 0 8px;font-size:20px;line-height:1.3;font-weight:700',
  code: 'font-size:22px;font-weight:700;letter-spacing:2px',
  /** Read by lists of mails alone. */
  preview: 'display:none;max-height:0;overflow:hidden;mso-hide:all',
  button:
    'display:inline-block;padding:12px 20px;border-radius:10px;background:#0f5136;color:#ffffff;text-decoration:none;font-weight:600',
} as const

/** A phone has little room beside the text; and `!important`, because attributes come first otherwise. */
export const mailStyle = `:root{color-scheme:light dark}
@media (max-width:480px){.around{padding:16px 8px!important}.inside{padding:24px 20px 8px!important}}
@media (prefers-color-scheme:dark){
.page{background:#131410!important;color:#edece6!important}
.card{background:#1b1c18!important;border-color:#353631!important}
.line{border-color:#353631!important}
.soft{color:#c3c2ba!important}
.brand{color:#86dfb3!important}
.button{background:#86dfb3!important;color:#031d10!important}
}`
