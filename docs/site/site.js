// SPDX-License-Identifier: Apache-2.0
// Searches all pages and the API. lunr and the texts are loaded, and lunr makes its index, when the field is used for the first time. They
// are scripts, because a browser reads no other file from file://.
"use strict";

// Sections of pages: [address, title of the page, title of the section, text]. The file of the texts sets it.
window.searchSections = [];

window.siteSearch = (() => {
    const at = id => document.getElementById(id);
    let index;

    const load = source => new Promise((resolve, reject) => {
        const script = document.createElement("script");
        script.src = source;
        script.onload = resolve;
        script.onerror = () => reject(new Error(`${source} is missing`));
        document.head.append(script);
    });
    async function makeIndex() {
        await Promise.all([load("lunr.min.js"), load("search_texts.js")]);
        lunr.tokenizer.separator = /[^\p{L}\p{N}]+/u; // of paths, names with underscores and code too
        return lunr(function () {
            this.ref("number");
            this.field("section", { boost: 8 });
            this.field("page", { boost: 4 });
            this.field("text");
            window.searchSections.forEach(([address, page, section, text], number) => this.add({ number, page, section, text }));
        });
    }
    // Calls makeIndex() once.
    const ready = () => index ||= makeIndex();

    const wordsOf = text => text.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(word => word);

    // Returns sections that have all words, or words that begin with them, the best one first.
    async function find(text) {
        const index = await ready();
        const words = wordsOf(text).filter(word => lunr.stopWordFilter(new lunr.Token(word)));
        let scores;
        for (const word of words) {
            const stem = lunr.stemmer(new lunr.Token(word)).toString();
            const found = index.query(query => {
                query.term(stem, { usePipeline: false, boost: 10 });
                query.term(word, { usePipeline: false, wildcard: lunr.Query.wildcard.TRAILING });
            });
            const now = new Map();
            for (const { ref, score } of found) if (!scores || scores.has(ref)) now.set(ref, score + (scores ? scores.get(ref) : 0));
            scores = now;
        }
        return [...scores || []].sort((a, b) => b[1] - a[1]).map(([ref]) => window.searchSections[ref]);
    }

    // Adds the text around the first of the words to an element, with the words marked.
    function addExcerpt(element, text, words) {
        const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${words.join("|")})`, "giu");
        const first = Math.max(text.search(pattern), 0);
        const from = first < 60 ? 0 : text.indexOf(" ", first - 60) + 1;
        const part = text.slice(from, from + 180);
        element.append(from ? "... " : "");
        part.split(pattern).forEach((piece, k) => {
            if (k % 2 === 0) return element.append(piece);
            const mark = document.createElement("mark");
            mark.textContent = piece;
            element.append(mark);
        });
        element.append(from + 180 < text.length ? " ..." : "");
    }
    const say = text => {
        const line = document.createElement("p");
        line.textContent = text;
        at("search-results").replaceChildren(line);
    };
    async function show() {
        const text = at("search-words").value, results = at("search-results"), words = wordsOf(text);
        results.hidden = !words.length;
        if (!words.length) return;
        if (!results.childElementCount) say("The index is being made.");
        let found;
        try {
            found = await find(text);
        } catch (error) {
            return say(`The search does not work: ${error.message}.`);
        }
        if (text !== at("search-words").value) return; // later words are shown instead
        if (!found.length) return say(`No page has ${words.length > 1 ? "all of these words" : "this word"}.`);
        results.replaceChildren(...found.slice(0, 40).map(([address, page, section, text]) => {
            const link = document.createElement("a"), title = document.createElement("b");
            link.href = address;
            title.textContent = section ? `${page}: ${section}` : page;
            link.append(title);
            addExcerpt(link, text, words);
            return link;
        }));
        results.scrollTop = 0;
    }
    function choose(by) { // the next result, or the one before
        const links = [...at("search-results").querySelectorAll("a")], chosen = links.findIndex(link => link.classList.contains("chosen"));
        if (!links.length) return;
        if (chosen >= 0) links[chosen].classList.remove("chosen");
        const next = links[(Math.max(chosen, by > 0 ? -1 : 0) + by + links.length) % links.length];
        next.classList.add("chosen");
        next.scrollIntoView({ block: "nearest" });
    }
    function listen() {
        const field = at("search-words"), results = at("search-results");
        field.addEventListener("focus", () => ready().catch(() => { })); // show() prints the error
        field.addEventListener("input", show);
        field.addEventListener("focus", () => { if (field.value) results.hidden = false; });
        field.addEventListener("keydown", event => {
            const act = { ArrowDown: () => choose(1), ArrowUp: () => choose(-1), Escape: () => { results.hidden = true; } }[event.key];
            if (!act) return;
            event.preventDefault();
            act();
        });
        at("search").addEventListener("submit", event => {
            event.preventDefault();
            const link = results.querySelector("a.chosen") || results.querySelector("a");
            if (link) link.click();
        });
        results.addEventListener("click", event => { if (event.target.closest("a")) results.hidden = true; });
        document.addEventListener("click", event => { if (!event.target.closest("#search")) results.hidden = true; });
        document.addEventListener("keydown", event => {
            if (event.key !== "/" || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
            event.preventDefault();
            field.focus();
        });
    }
    listen();
    return { find };
})();
