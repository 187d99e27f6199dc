/** Those of every list. */
export const allViewsKey = ['saved_views']
/** Under which key the saved views of a list are cached. */
export const viewsKey = (list: string) => ['saved_views', list]
