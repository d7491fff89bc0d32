// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes a case as a case file: what `lanewise case` prints. Plain text, in the order in which
// docs/reference/case-file.md lists the keys; read_case_file reads it back to an equal case.

#include <fmt/format.h>

#include "workbench/case/case_file.h"
#include "workbench/case/text_list.h"

namespace lanewise::workbench {
namespace {

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      result += c;
    }
  }
  return result + '"';
}

bool is_integer(std::string_view text) {
  return constant_from_text(text).number && text != "true" && text != "false";
}

std::string expression(const PlacedText& text) {
  return is_integer(text.text) ? text.text : quoted(text.text);
}

std::string list(const std::vector<PlacedText>& texts) {
  return fmt::format("[{}]", joined(texts, expression));
}

std::string string_list(const std::vector<std::string>& texts) {
  return fmt::format("[{}]", joined(texts, quoted));
}

std::string bar_list(const std::vector<PlacedText>& texts) {
  return fmt::format("[{}]", joined(texts, [](const PlacedText& text) { return quoted(text.text); }));
}

std::string constant_value(const Constant& constant) {
  return constant.number ? fmt::format("{}", *constant.number) : quoted(constant.text);
}

std::string inline_constants(const Constants& constants) {
  return fmt::format("{{ {} }}", joined(constants, [](const auto& entry) {
                       return fmt::format("{} = {}", entry.first, constant_value(entry.second));
                     }));
}

std::string kernel_text(const Case& given) {
  std::string text = "\n[kernel]\n";
  if (!given.source.empty()) text += fmt::format("source = {}\n", quoted(given.source));
  if (given.code_objects.size() == 1 && given.code_objects.begin()->first.empty()) {
    text += fmt::format("code_object = {}\n", quoted(given.code_objects.begin()->second));
  } else if (!given.code_objects.empty()) {
    text += fmt::format("code_object = {{ {} }}\n", joined(given.code_objects, [](const auto& entry) {
                          return fmt::format("{} = {}", entry.first, quoted(entry.second));
                        }));
  }
  if (!given.symbol.empty()) text += fmt::format("symbol = {}\n", quoted(given.symbol));
  if (!given.targets.empty()) {
    text += fmt::format("targets = [{}]\n", joined(given.targets, [](isa::Target target) {
                          return quoted(isa::target_name(target));
                        }));
  }
  if (!given.options.empty()) text += fmt::format("options = {}\n", string_list(given.options));
  if (!given.includes.empty()) text += fmt::format("includes = {}\n", string_list(given.includes));
  return text;
}

std::string names_text(const Case& given) {
  std::string text;
  if (!given.constants.empty()) text += "\n[constants]\n";
  for (const auto& [name, constant] : given.constants)
    text += fmt::format("{} = {}\n", name, constant_value(constant));
  if (!given.sizes.empty()) text += "\n[sizes]\n";
  for (const auto& [name, value] : given.sizes) text += fmt::format("{} = {}\n", name, value);
  const auto size_text = [](const auto& size) { return fmt::format("{} = {}", size.first, size.second); };
  const auto set_text = [&](const auto& sizes) { return fmt::format("{{ {} }}", joined(sizes, size_text)); };
  if (!given.further_sizes.empty()) {
    text += fmt::format("further = [{}]\n", joined(given.further_sizes, set_text));
  }
  return text;
}

std::string argument_text(const Argument& argument) {
  std::string text =
      fmt::format("\n[[arguments]]\nname = {}\ndtype = {}\n", quoted(argument.name),
                  quoted(argument.kind == ArgumentKind::kNull ? "null" : reference::name(argument.dtype)));
  if (argument.kind == ArgumentKind::kScalar) text += fmt::format("value = {}\n", expression(argument.value));
  if (argument.kind != ArgumentKind::kBuffer) return text;
  if (!argument.shape.empty()) text += fmt::format("shape = {}\n", list(argument.shape));
  if (argument.column_major) text += "layout = \"column\"\n";
  if (argument.direction != Direction::kIn)
    text += fmt::format("direction = {}\n", quoted(direction_name(argument.direction)));
  if (argument.init) text += fmt::format("init = {}\n", quoted(init_text(*argument.init)));
  if (argument.seed) text += fmt::format("seed = {}\n", *argument.seed);
  return text;
}

std::string bound_text(const ReferenceRequest& request) {
  std::string text;
  if (request.absolute != 0) text += fmt::format("absolute = {}\n", request.absolute);
  if (request.relative != 0) text += fmt::format("relative = {}\n", request.relative);
  if (request.accumulate)
    text += fmt::format("accumulate = {}\n", quoted(reference::name(*request.accumulate)));
  if (request.flush_subnormals) text += "flush_subnormals = true\n";
  if (request.saturate) text += "saturate = true\n";
  const auto rounding_text = [](const reference::IntermediateRounding& rounding) {
    return fmt::format("{{ place = {}, type = {} }}", quoted(rounding.place),
                       quoted(reference::name(rounding.type)));
  };
  if (!request.roundings.empty()) {
    text += fmt::format("roundings = [{}]\n", joined(request.roundings, rounding_text));
  }
  return text.empty() ? text : "\n[bound]\n" + text;
}

std::string reference_text(const ReferenceRequest& request) {
  std::string text = "\n[reference]\n";
  if (!request.op.empty()) text += fmt::format("op = {}\n", quoted(request.op));
  if (!request.expected.empty()) text += fmt::format("expected = {}\n", quoted(request.expected));
  const bool named = !request.inputs.empty() && !request.inputs.front().operand.empty();
  const std::string inputs = joined(request.inputs, [&](const ReferenceInput& input) {
    return (named ? input.operand + " = " : "") + quoted(input.argument);
  });
  if (!inputs.empty())
    text += fmt::format("inputs = {} {} {}\n", named ? '{' : '[', inputs, named ? '}' : ']');
  if (!request.output.empty()) text += fmt::format("output = {}\n", quoted(request.output));
  const std::string parameters = joined(request.parameters, [](const auto& parameter) {
    return fmt::format("{} = {}", parameter.first, expression(parameter.second));
  });
  if (!parameters.empty()) text += fmt::format("parameters = {{ {} }}\n", parameters);
  return text + bound_text(request);
}

std::string launch_text(const LaunchExpressions& launch) {
  std::string text =
      fmt::format("\n[launch]\ngrid = {}\nblock = {}\n", list(launch.grid), list(launch.block));
  if (launch.dynamic_lds.text != "0")
    text += fmt::format("dynamic_lds = {}\n", expression(launch.dynamic_lds));
  return text;
}

}  // namespace

std::string case_text(const Case& given) {
  std::string text = fmt::format("title = {}\n", quoted(given.title));
  if (given.seed != 1) text += fmt::format("seed = {}\n", given.seed);
  if (!given.bars.empty()) text += fmt::format("bars = {}\n", bar_list(given.bars));
  text += kernel_text(given) + names_text(given);
  for (const Argument& argument : given.arguments) text += argument_text(argument);
  text += launch_text(given.launch);
  if (given.reference) text += reference_text(*given.reference);
  for (const Variant& variant : given.variants) {
    text += fmt::format("\n[[variants]]\nname = {}\n", quoted(variant.name));
    if (!variant.constants.empty())
      text += fmt::format("constants = {}\n", inline_constants(variant.constants));
    if (!variant.bars.empty()) text += fmt::format("bars = {}\n", bar_list(variant.bars));
  }
  return text;
}

}  // namespace lanewise::workbench
