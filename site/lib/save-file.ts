/** Saves a file that was created in the page. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser takes its own copy once the download has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
