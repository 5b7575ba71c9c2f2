/** Whether a text could be an email address, as far as a form can tell; the server looks closer. */
export function isEmailShaped(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
}
