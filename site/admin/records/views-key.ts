/** Under which key the saved views of a list are cached. */
export const viewsKey = (list: string) => ['saved_views', list]
