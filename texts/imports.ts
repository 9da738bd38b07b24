/** Customers from a CSV. */
export const importsTexts = {
  title: "Upload Customers",
  myUpload: "My Upload",
  myUploads: "My Uploads",
  upload: "Upload",
  viewCustomer: "View Customer",
  sampleText: "You can download .csv feed file sample",
  downloadSample: "Download Sample",
  /** The values in the sample's one row. */
  sample: {
    name: "Asha Verma",
    phone: "+91 98765 43210",
    handle: "asha.verma",
    groups: "Newsletter;Mumbai",
    labels: "Premium",
  },
  choose: "Choose a CSV file",
  drop: "Drop a CSV file here, or choose one",
  lead: "A CSV with a header row. You match its columns to your fields before anything is imported.",
  chosen: (name: string, size: string) => `${name}, ${size}`,
  otherFile: "Choose another file",
  uploadFile: (name: string) => `Upload ${name}`,
  sending: "Sending the file",
  sendingAgain: (after: number) => `The connection was lost. Trying again in ${after} s…`,
  sendFailed: "Couldn't send the whole file. What has arrived is kept: try again to send the rest.",
  sendAgain: "Send the rest",
  stay: "The file is being sent. Wait until it is uploaded, or cancel it first.",
  uploaded: "Uploaded Succesfully",
  working: "We are working on adding your current file.",
  checkStatus: "You can check your upload status on 'My Upload'",
  fileUploaded: "File Uploaded Successfully",

  // Problems of a file
  fileMissing: "Choose a file first.",
  fileTooLarge: "The file is larger than 1 GB. Split it into several.",
  notCsv: "Only CSV files are accepted.",
  partsMissing: "Some parts of the file did not arrive. Send it again.",
  fileGone: "The file no longer exists. Send it again.",
  empty: "The file is empty.",
  headerOnly: "The file has a header, but no rows.",
  unpacksTooLarge: (most: string) => `More than ${most} would be unpacked from this file. Divide it.`,
  archiveDamaged: "This archive is damaged. Pack it again, or send the file that is in it.",
  oneInArchive: "The archive has to have exactly one CSV or spreadsheet in it.",
  noSheet: "This spreadsheet has no sheet that could be read. Save it as CSV and send that.",
  sheetTextsLarge: (most: string) =>
    `This spreadsheet has more than ${most} of text. Save it as CSV and send that.`,
  zip: "This is a ZIP archive, not a CSV file. Unpack it first.",
  binary: "This is not a text file.",
  tooManyColumns: (most: number) => `The file has more than ${most} columns.`,
  rowTooLong: "A row is longer than 4 MB: a quotation mark is probably never closed.",
  noName: "No column has the name. Choose which one it is.",
  noPhone: "No column has the phone number. Choose which one it is.",
  columnTwice: (column: string) => `Two columns are mapped to ${column}. Skip one of them.`,
  mappingLength: (columns: number) =>
    columns === 1
      ? "The file has 1 column. Choose what it is."
      : `The file has ${columns} columns. Choose what each of them is.`,
  unknownField: "A column is mapped to a field that no longer exists.",

  // Problems of a row
  unclosedQuote: "The quotation mark that opens here is never closed.",
  tooManyCells: (cells: number, columns: number) =>
    `The row has ${cells} cells, but the header has only ${columns}.`,

  notText: (encoding: string) => `The row has bytes that are not text in ${encoding}, the file's encoding.`,
  hopeless: "Too many quotation marks are never closed: the file is damaged or not a CSV file.",
  phoneShort: (least: number) =>
    `Phone Number: at least ${least} characters are needed. Enter it with the country code, for example +91 98765 43210.`,
  ofField: (label: string, problem: string) => `${label}: ${problem}`,
  tooManyTaggings: (label: string, most: number) => `${label}: at most ${most} in one row.`,

  // Steps
  mapping: "Match your columns",
  mappingHint: "Guessed from the headers. Change what is wrong.",
  column: "Column",
  example: "First values",
  becomes: "Import as",
  ignore: "Skip",
  newField: (header: string) => `New field: ${header}`,
  fieldMade: (label: string) => `${label} is a field of customers now.`,
  targets: {
    name: "Name",
    phoneNumber: "Phone Number",
    whatsAppNumber: "Whatsapp",
    facebookId: "Facebook ID",
    instaId: "Instagram ID",
    twitterId: "Twitter ID",
    groups: "Groups",
    tags: "Labels",
  },
  encoding: (rows: string, separator: string) => `Read as ${rows}, columns separated by ${separator}.`,
  separators: { ",": "commas", ";": "semicolons", "\t": "tabs" },
  noHeader: (column: number) => `Column ${column}, without a header`,
  becomesOf: (column: string) => `Import ${column} as`,
  ownFields: "Your fields",
  moreColumns: (count: number) => `Show ${count} more columns`,
  mappingWrong: "The columns need your attention",
  check: "Check first",
  checkHint: "Shows what would happen without changing anything.",
  startNow: "Import now",
  checkTitle: "What the import would do",
  countNew: "New",
  countUpdated: "Updated",
  countDuplicates: "Duplicates in the file",
  countWrong: "Invalid",
  checking: "Checking the file",
  importing: "Importing",
  undoing: "Undoing the import",
  stoppedAt: "Stopped",
  changeMapping: "Change the columns",
  seeWrong: "See the invalid rows",
  start: "Start the import",
  startShort: "Start",
  stop: "Stop",
  resume: "Resume",
  undo: "Undo import",
  undoQuestion: (file: string) => `Undo the import of ${file}?`,
  undoRemoves: (count: number, shown: string) =>
    count === 1
      ? "1 customer that it created is removed."
      : `${shown} customers that it created are removed.`,
  undoRestores: (count: number, shown: string) =>
    count === 1
      ? "1 customer that it changed gets the earlier values back."
      : `${shown} customers that it changed get their earlier values back.`,
  undoKeeps: (count: number, shown: string) =>
    count === 1
      ? "1 customer was edited or had messages since and stays. A new group or label isn't an edit."
      : `${shown} customers were edited or had messages since and stay. New groups and labels aren't edits.`,
  undoEdited: "Undo these too. What was edited since is lost.",
  undoTrashes: (count: number, shown: string) =>
    count === 1
      ? "1 of these, which it created, goes to the trash."
      : `${shown} of these, which it created, go to the trash.`,
  undoResets: (count: number, shown: string) =>
    count === 1
      ? "1 of these gets the values from before the import back."
      : `${shown} of these get the values from before the import back.`,
  nothingToUndo: "This file was only checked, so there is nothing to undo.",
  wrongStep: "The import's current state does not allow this.",
  rows: (count: string) => (count === "1" ? "1 row" : `${count} rows`),
  speed: (rows: string) => (rows === "1" ? "1 row a second" : `${rows} rows a second`),
  left: (time: string) => `about ${time} left`,
  safeToLeave: "You can close this page. The import continues.",
  kept: (count: number) =>
    count === 1
      ? "1 customer was edited or had messages since and stayed. Press Undo import to take them as well."
      : `${count} customers were edited or had messages since and stayed. Press Undo import to take them as well.`,
  onlyChecked: (count: number, shown: string) =>
    count === 1
      ? "1 row can be imported. Nothing is imported yet."
      : `${shown} rows can be imported. Nothing is imported yet.`,
  undoFailed: "Undoing stopped before it was done. Press Undo import again to continue.",
  failed: "The import stopped before it was done. Press Resume to continue it.",

  sheet: (rows: number) => (rows === 1 ? "The first row" : `The first ${rows} rows`),
  downloadRows: "Rows to download",
  downloadGroup: {
    created: "Download the new rows",
    updated: "Download the updated rows",
    duplicates: "Download the duplicate rows",
  },

  // My Uploads
  detailsOf: (file: string) => `Details of ${file}`,
  startedBy: "Uploaded by",
  startedAt: "Uploaded on",
  mappedColumns: "Columns as imported",
  importedAs: "Imported as",
  skipped: "Skipped",
  fieldGone: "A field that was deleted",
  fileName: "File Name",
  totalCount: "Total Count",
  accepted: "Accepted",
  error: "Error",
  completedOn: "Completed On",
  status: "Status",
  states: {
    CHECKING: "Checking",
    CHECKED: "Checked",
    WAITING: "Waiting",
    PROCESSING: "Processing",
    STOPPED: "Stopped",
    COMPLETED: "Completed",
    ERROR: "Error",
    UNDOING: "Undoing",
    UNDONE: "Undone",
  },
  action: "Action",
  tableOf: "Uploads, newest first",
  stopOf: (file: string) => `Stop ${file}`,
  resumeOf: (file: string) => `Resume ${file}`,
  undoOf: (file: string) => `Undo import of ${file}`,
  startOf: (file: string) => `Start the import of ${file}`,
  pages: "Pages of the uploads",
  noUploads: "No uploads yet.",
  noUploadsText: "Upload a CSV of your customers and follow its progress here.",
  uploadsFailed: "Couldn't load the uploads",

  // Error List
  errorList: "Error List",
  serial: "S.No",
  errorRow: "Error row in input file",
  errors: "Errors",
  errorsOf: "Rows that were not accepted, in file order",
  errorPages: "Pages of the errors",
  line: (line: number) => `Line ${line}`,
  noErrors: "No Errors Found",
  searchErrors: "Search rows and errors",
  noErrorsMatch: (text: string) => `No row or error contains "${text}".`,
  showAllErrors: "Show all",
  noErrorsText: "Every row of this file was accepted.",
  downloadErrors: "Download the invalid rows",
  errorColumn: "Errors",
  errorsFailed: "Couldn't load the errors",
} as const;
