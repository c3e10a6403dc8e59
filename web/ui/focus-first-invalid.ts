/** Moves the focus to the first field of a form that has an error; call it after the errors are on screen. */
export function focusFirstInvalid(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
