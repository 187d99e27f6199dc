import { toast } from '#site/ui/toast.tsx'

/** False: the browser does not allow it, and the user was notified. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    toast.error('Not copied', 'This browser does not allow it.')
    return false
  }
}
