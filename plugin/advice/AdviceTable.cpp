// SPDX-License-Identifier: Apache-2.0
#include "base/Checks.h"
#include "simbodydem/ContactAdvice.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ostream>
#include <stdexcept>

namespace simbodydem {

using SimTK::Real;

namespace {

const char* const warningQuantity = "warning";

std::string textOf(Real value) {
    if (std::isnan(value)) return "-";
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", value);
    return text;
}

} // namespace

ContactAdvice& ContactAdvice::add(const AdviceRow& row) {
    const auto last = std::find_if(rows.rbegin(), rows.rend(),
                                   [&](const AdviceRow& before) { return before.subject == row.subject; });
    rows.insert(last == rows.rend() ? rows.end() : last.base(), row);
    return *this;
}

ContactAdvice& ContactAdvice::warn(const std::string& subject, const std::string& text) {
    return add({subject, warningQuantity, SimTK::NaN, "-", text});
}

std::vector<std::string> ContactAdvice::getSubjects() const {
    std::vector<std::string> all;
    for (const AdviceRow& row : rows)
        if (all.empty() || all.back() != row.subject) all.push_back(row.subject);
    return all;
}

std::vector<AdviceRow> ContactAdvice::getRows(const std::string& subject) const {
    std::vector<AdviceRow> own;
    for (const AdviceRow& row : rows)
        if (row.subject == subject) own.push_back(row);
    if (own.empty())
        throw std::invalid_argument("ContactAdvice: there is no subject \"" + subject + "\"; the table has " +
                                    (rows.empty() ? "none" : joined(getSubjects())));
    return own;
}

bool ContactAdvice::has(const std::string& subject, const std::string& quantity) const {
    return std::any_of(rows.begin(), rows.end(), [&](const AdviceRow& row) {
        return row.subject == subject && row.quantity == quantity;
    });
}

Real ContactAdvice::get(const std::string& subject, const std::string& quantity) const {
    std::vector<std::string> known;
    for (const AdviceRow& row : getRows(subject)) {
        if (row.quantity == quantity) return row.value;
        if (row.quantity != warningQuantity) known.push_back(row.quantity);
    }
    throw std::invalid_argument("ContactAdvice: \"" + subject + "\" has no quantity \"" + quantity + "\"; it has " +
                                joined(known));
}

std::vector<std::string> ContactAdvice::getWarnings(const std::string& subject) const {
    std::vector<std::string> all;
    for (const AdviceRow& row : getRows(subject))
        if (row.quantity == warningQuantity) all.push_back(row.remark);
    return all;
}

std::ostream& operator<<(std::ostream& out, const ContactAdvice& advice) {
    std::string subject;
    for (const AdviceRow& row : advice.getRows()) {
        if (row.subject != subject) out << (subject = row.subject) << "\n";
        if (row.quantity == warningQuantity) {
            out << "  ! " << row.remark << "\n";
            continue;
        }
        char text[96];
        std::snprintf(text, sizeof text, "  %-22s %10s %-6s ", row.quantity.c_str(), textOf(row.value).c_str(),
                      row.unit.c_str());
        out << text << row.remark << "\n";
    }
    return out;
}

} // namespace simbodydem
