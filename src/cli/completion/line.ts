// The words of a line that is being typed, as a shell would read them.

/** The last word is the one that is typed at the moment; it may be empty. */
export function wordsOf(line: string): readonly string[] {
  const words: string[] = [];
  let word = '';
  let quote = '';
  let isOpen = false;
  for (let at = 0; at < line.length; at++) {
    const letter = line.charAt(at);
    if (quote !== '') {
      if (letter === quote) quote = '';
      else if (quote === '"' && letter === '\\' && '"\\$`'.includes(line.charAt(at + 1)))
        word += line.charAt(++at);
      else word += letter;
    } else if (letter === '\\') word += line.charAt(++at);
    else if (letter === "'" || letter === '"') {
      quote = letter;
      isOpen = true;
    } else if (/\s/.test(letter)) {
      if (isOpen || word !== '') words.push(word);
      word = '';
      isOpen = false;
    } else word += letter;
  }
  return [...words, word];
}
